/** What verbs are called whose past does not end in "ed": "wrote" → "write". */
export const IRREGULAR_PASTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ran: 'run', reran: 'rerun', wrote: 'write', rewrote: 'rewrite', made: 'make', took: 'take', went: 'go' },
    ...{ broke: 'break', built: 'build', rebuilt: 'rebuild', sent: 'send', kept: 'keep', left: 'leave', gave: 'give' },
    ...{ got: 'get', did: 'do', found: 'find', held: 'hold', froze: 'freeze', brought: 'bring', bought: 'buy' },
    ...{ slept: 'sleep', ate: 'eat', drank: 'drink', fed: 'feed', taught: 'teach', began: 'begin', spent: 'spend' },
  }),
);
