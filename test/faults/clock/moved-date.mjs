// Loaded before everything (`node --import`): the process asks this in place of the system for the date, and `moveClock` moves it.
let ahead = 0;
const SystemDate = Date;
const now = () => SystemDate.now() + ahead;

globalThis.Date = new Proxy(SystemDate, {
  construct: (_, given) => new SystemDate(...(given.length === 0 ? [now()] : given)),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

/** So many milliseconds ahead of the system from now on; behind it where they are negative. */
globalThis.moveClock = (ms) => {
  ahead = ms;
};
