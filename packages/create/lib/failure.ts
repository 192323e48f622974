/** A failure that the user can mend. Its message says what happened, where, and what to do. */
export class Failure extends Error {}

/** Wrong arguments: the command exits with status 2. */
export class Misuse extends Failure {}

/** Returns the failure for an error of the file system. Returns other errors as they are. */
export function failureOf(error: unknown, place: string): unknown {
  const { code, path = place } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Failure(`${path}: no permission to write here. Choose another folder, or change its permissions.`);
    case 'ENOTDIR':
    case 'EEXIST':
      return new Failure(`${path}: a file of this name is in the way. Choose another folder.`);
    case 'ENOSPC':
      return new Failure(`${path}: the disk is full.`);
    case 'ENAMETOOLONG':
      return new Failure(`${place}: the name is too long for this file system.`);
    default:
      return error;
  }
}
