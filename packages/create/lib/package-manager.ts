export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const NAMES: readonly PackageManager[] = ['npm', 'pnpm', 'yarn', 'bun'];

/** Returns the package manager that runs the command. `agent` is the variable `npm_config_user_agent`, which all of them set. */
export function packageManagerOf(agent: string | undefined): PackageManager {
  const name = agent?.split('/')[0];
  return NAMES.find((known) => known === name) ?? 'npm';
}

/** Returns the commands that install a project in a folder, and start it. */
export function nextCommands(manager: PackageManager, folder: string): string[] {
  const quoted = /^[\w@%+=:,./-]+$/.test(folder) ? folder : `"${folder}"`;
  return [...(folder === '.' ? [] : [`cd ${quoted}`]), `${manager} install`, manager === 'yarn' ? 'yarn dev' : `${manager} run dev`];
}
