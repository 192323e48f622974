// What is there in some of the places where the package runs, and nowhere in TypeScript's "dom".

/** Node has it; bundlers replace `process.env.NODE_ENV` by its value. */
declare var process: { env: { NODE_ENV?: string }; getBuiltinModule(name: string): any };

/** Node has it. */
declare const setImmediate: ((fn: () => void) => void) | undefined;
