/** What chatter is filled with. */
export const POOLS = {
  town: ['Naples', 'Oslo', 'Kraków', 'Antwerp', 'Dublin', 'Zagreb', 'Malmö', 'Granada', 'Riga', 'Bilbao'],
  dish: ['lentil soup', 'apple crumble', 'focaccia', 'potato gratin', 'ramen', 'pancakes', 'ratatouille', 'dumplings'],
  animal: ['octopus', 'hedgehog', 'swift', 'otter', 'bumblebee', 'owl', 'badger', 'salmon'],
  count: ['three', 'five', 'seven', 'ten', 'twelve'],
  amount: ['40', '75', '130', '250', '360', '980'],
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  tongue: ['Spanish', 'Dutch', 'Japanese', 'Swahili', 'Greek', 'Hungarian'],
  format: ['JSON', 'CSV', 'YAML', 'Markdown', 'XML'],
  thing: ['a kettle', 'an umbrella', 'a bookshelf', 'a pair of boots', 'a desk lamp', 'a rucksack', 'a doormat'],
  person: ['an aunt', 'a former classmate', 'the janitor', 'a librarian', 'my postman', 'an old teacher', 'a customer'],
  mood: ['tired', 'cheerful', 'restless', 'a bit under the weather', 'full of energy', 'grumpy'],
  theme: ['tides', 'inflation', 'photosynthesis', 'black holes', 'the printing press', 'glaciers', 'the stock market'],
  game: ['crossword', 'chess puzzle', 'sudoku', 'word game', 'pub quiz'],
  event: ['a school reunion', 'a flea market', 'a street party', 'a book club', 'an office lunch', 'a farewell'],
  adjective: ['formal', 'playful', 'short', 'warm', 'diplomatic', 'dry'],
  error: ['a null pointer', 'a timeout', 'a missing import', 'an off-by-one', 'a permission error', 'a broken link'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
