// The internals of `rondel` that this package uses. All other files import them from here, so that the versions are compared first: a name that
// another version lacks would end in an error of Node's that names no version.
import * as rondel from 'rondel/private';
import { VERSION } from './package-version.js';

if (rondel.VERSION !== VERSION) {
  throw Object.assign(
    new Error(`rondel-server ${VERSION} needs rondel ${VERSION}, but rondel ${rondel.VERSION} is installed: npm install rondel@${VERSION} rondel-server@${VERSION}`),
    { name: 'RondelError', code: 'server/version' },
  );
}

export const {
  A_NAME, Async, ATTEMPTS, AUTH_FAILED, AUTH_TIMEOUT, BAD_OPTIONS, BOARDGAME_IO, botOptionsOf, botsOf, boundedCache, BY_BOT, copyOf,
  countingFailures, createIfAbsent, createMatch, credentialsOf, described, drawing, drive, dueOf, ended, engineOf, entryOfEnd, failureFilter, failureText,
  findUnstorable, GAME_NOT_FOUND, Gate, getFilterPlayerView, hasCode, haveSameSeats, ifRejected, InMemory, inTurn, isBegunBySync, isBot, isBotSeat,
  isDead, isDeadSeat, isDeleted, isDevelopment, isGame, isLeft, isListed, isMatchOf, isMinTime, isName, isObject, isOfGame, isOmitted, isPerson,
  isPrintable, isPromise, isReserved, isSameList, isSameMatch, isSameSeat, isSameText, isSameTextIfExpected, isStateAt, isTimed, isTimeout, isUnreadable,
  isUntouched, jsonCopy, kickOf, ledgerOf, LEFT_BY_ALL, logWithoutCredentials, masterLimits, MATCH_KICKED, matchDataMessage, matchFile,
  matchNameOf, matchOfNobody, MatchQueue, mayBeUnplayed, messageOf, METADATA_NOT_FOUND, MIN_TIME, Misuse, MOST_CREDENTIALS, MOST_MIN_TIME,
  MOST_NAME, MOST_PENDING, named, nameOf, noop, NOT_A_PLAYER, notesOf, objectionToNumPlayers, openBotRunner, openBotWorkers, openHub, originalGame,
  PATCHES, print, printable, printableError, printError, printErrorOfOnError, publicPlayers, RANDOM_SOURCES, randomID, randomOnServers, randomText,
  readAskedSeat, readBots, readBotSpec, readChat, readMatch, replaceMetadata, replaceState, reportTo, reportUncaught, reservedName, restarted,
  revisionOf, RONDEL, rondelError, rulesOf, runProgram, seatBots, seatsAfter, senderName, share, sharedBy, SharedByStorage, shortened, sizeOfLog,
  SOURCE, statesOf, steadyNow, STORAGE_BUSY, STORAGE_FAILED, STRENGTH, strengthOf, Sync, syncOf, tombstone, tooManyFailures, tooOften, UNAUTHORIZED,
  UNAUTHORIZED_ACTION, unref, Unstorable, usualNumPlayers, versionOf, warnOfUnknown, weightOf, within, withKick, withoutChatHistory,
  withoutCredentials, withoutKick, withStandIn,
} = rondel;
