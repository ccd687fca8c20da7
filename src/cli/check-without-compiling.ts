/** Compiling a Zod schema pays off after about a hundred checks; a command does one. Zod reads this setting once, when it loads. */
export function checkWithoutCompiling(): void {
  const zod = globalThis as { __zod_globalConfig?: { readonly jitless: boolean } };
  zod.__zod_globalConfig ??= { jitless: true };
}
