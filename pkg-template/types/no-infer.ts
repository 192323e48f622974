/** `NoInfer` for TypeScript before 5.4, which has none. */
export type NoInfer<T> = [T][T extends any ? 0 : never];
