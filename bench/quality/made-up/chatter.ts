/** Talk that tells nothing worth asking for later: what the user says, what the assistant may reply. Slots from `POOLS`. */
export const CHATTER: readonly (readonly [user: string, ...replies: string[]])[] = [
  [
    "[Good morning|Hi there|Hello]! I'm {mood} today, let's take it slowly.",
    'Good morning. Slowly it is. What shall we start with?',
    "Hello! Tell me what you would like to do and we'll go step by step.",
  ],
  ["How's it going?", 'All well here, thanks. What can I do for you?', 'Fine, thank you. What is on your mind?'],
  [
    "What's the weather like in {town} in spring, usually?",
    'Mild on most days, with some showers. Take a jacket for the evenings.',
    'In spring {town} tends to be pleasant, though mornings can be chilly.',
  ],
  [
    'Give me a recipe for {dish}, please, nothing fancy.',
    'Here is a simple one: chop, simmer for half an hour, season at the end. Shall I list amounts?',
    'For {dish} you need six ingredients and about forty minutes. The trick is not to hurry the first step.',
  ],
  [
    'How many servings does {amount} grams of rice make?',
    'Roughly a serving per 75 grams of dry rice, so divide by that.',
    'Count 70 to 80 grams a head and you are close.',
  ],
  [
    'Tell me something surprising about the {animal}.',
    'Gladly: the {animal} can do far more with its senses than people think, even in complete darkness.',
    'A surprising one: studies have found that the {animal} remembers places for years.',
  ],
  [
    'What is {amount} divided by {count}, roughly?',
    "I'd do it in two steps: round first, then correct. Want the exact figure as well?",
    'A quick estimate is enough here; the exact result is on the next line.',
  ],
  [
    'How do you say thank you in {tongue}?',
    "There is a casual and a polite form in {tongue}; I'd go with the polite one among strangers.",
    'Here you go, with the pronunciation in brackets.',
  ],
  [
    'Can you turn this list into {format}?',
    'Done. I kept the order and quoted the strings.',
    'Sure, here it is as {format}. I assumed that the first line is the header.',
  ],
  [
    "I need a [funny|kind] line for a card. It's for {person} who is leaving.",
    "How about: Don't be a stranger, the coffee here won't get better without you.",
    'Try this: So long, and thanks for always knowing where the keys were.',
  ],
  [
    'Explain {theme} to me as if I were twelve.',
    'Imagine a very large kitchen where everybody shares one oven. {theme} works a bit like that queue.',
    'In short: {theme} is about things that pull in opposite directions until they balance.',
  ],
  [
    "I'm stuck with today's {game}. A hint, not the solution!",
    'Look at the corners first, something there is forced.',
    'Hint: what seems to be the obvious move is a trap.',
  ],
  [
    'Help me word an invitation to {event}, {adjective} please.',
    'Here is a draft. I kept it to four lines and left the time open.',
    'Draft: We would love to have you at {event}. Bring good spirits, we provide the rest.',
  ],
  [
    "There's {error} somewhere in this script and I've stared at it for an hour.",
    'I see it: the check comes one line too late. Move it up and it should pass.',
    "Could you paste the lines around it? My guess is the loop's end.",
  ],
  [
    'Rewrite the sentence so that it sounds more {adjective}.',
    'Here are two versions, the second is bolder.',
    'Done. I swapped the verb and cut the last clause.',
  ],
  [
    'Which is better value, {thing} now or waiting for the sales?',
    "If you don't need it at once, waiting usually saves a fifth.",
    "For {thing} I'd look at quality over price; sales are mostly for last year's stock.",
  ],
  [
    'Quick, a synonym for {adjective}?',
    'Depends on the sentence. Three candidates, from mild to strong.',
    "I'd pick the second of these.",
  ],
  [
    'Is {weekday} a public holiday anywhere this month?',
    "In a few regions, yes. Tell me the country and I'll check.",
    'Not nationally, as far as I know.',
  ],
  [
    'What should I say to {person} who keeps interrupting me?',
    "Something like: Let me finish the thought, then I'm all ears.",
    "Stay calm, name it once, and move on: I'd like to get to the end of this.",
  ],
  [
    'Sort these names by length, then by alphabet.',
    'Sorted. Two had the same length, so the alphabet decided.',
    'Here is the list in the order you asked for.',
  ],
  [
    'Give me {count} ideas for {event} with no budget.',
    'Some that cost nothing: a walk, a swap table, a quiz, a shared soup.',
    'Here are some, the first needs only chairs.',
  ],
  [
    'My train is late. Entertain me with a riddle.',
    'What gets wetter the more it dries? Take your time.',
    'I have cities but no houses, rivers but no water. What am I?',
  ],
  [
    'What does the word petrichor mean again?',
    'The smell of rain on dry earth.',
    "It's the scent after the first rain on dry ground.",
  ],
  [
    'Make a table of pros and cons of {thing} made of wood.',
    'Here: looks and repair on one side, weight and care on the other.',
    'A table with four rows, the last is a matter of taste.',
  ],
  [
    "Ugh, that didn't work. Same result as before.",
    "Let's undo the last step and look at it from the other side.",
    'Sorry about that. Try again with the second variant, and tell me what it says.',
  ],
  ['Great, that did the trick, thanks a lot.', 'Happy to hear that!', 'Glad it worked. Anything else?'],
  ['Never mind, I found it myself.', 'Good! Shout if something else comes up.', 'Even better.'],
  [
    'How long do you boil an egg so that it stays soft, at altitude?',
    'Add a minute for every thousand metres, more or less.',
    'About seven minutes up there, as water boils cooler.',
  ],
  [
    'Proofread this paragraph on {theme}, only the commas.',
    'Two commas too many, one missing; marked in bold.',
    'Clean, apart from one before a relative clause.',
  ],
  [
    'Could you translate a short text into {tongue}?',
    'Of course. Send it over, and tell me whether it is formal.',
    "Yes. I'll keep names and numbers as they are.",
  ],
  [
    'Guess what: my first {animal} of the year, right there in the park.',
    'How nice! They are shy, so that was luck.',
    'Lovely. Early mornings are the best time for that.',
  ],
  [
    "What's a polite way to say no to {event}?",
    'Thank them, decline in one sentence, wish them well. No excuses needed.',
    "Try: Thank you for thinking of me. I can't make it, have a wonderful time.",
  ],
  [
    'Can you count the words in my text?',
    '{amount}, if hyphenated ones count once.',
    "It's {amount} words, titles left out.",
  ],
  [
    "Let's brainstorm titles for a talk about {theme}.",
    'A few to start with, from sober to silly.',
    'Here are some. The shorter ones work better on a poster.',
  ],
  [
    'Did anything happen in history on this day?',
    'A treaty, a shipwreck and the first performance of an opera.',
    'Several things; the most curious is a patent for a folding bath.',
  ],
  [
    "I'm bored of {dish}, convince me otherwise.",
    'Change one thing: roast a part of it first. It becomes another dish.',
    'Try it with lemon and something crunchy on top.',
  ],
  [
    'How would you teach {theme} in {count} minutes?',
    'One question, one picture, one experiment. Leave the words for last.',
    'Begin with a wrong guess by the audience, it wakes them up.',
  ],
  [
    'Set the regex so that it matches {format} keys only.',
    'This should do it; I anchored both ends.',
    "Here you are. It doesn't handle escapes, tell me if you need them.",
  ],
  [
    "What's the best way to fold a fitted sheet?",
    'Tuck the corners into each other, then fold in thirds. Nobody gets it right the first time.',
    'Corners first, the rest follows, more or less.',
  ],
  [
    '{person}, of all people, beat me at cards yesterday.',
    'Ouch. Revenge next week?',
    'It happens to the best. Practise your poker face.',
  ],
  [
    'Write a haiku about {weekday}.',
    'Grey light on the sill, / the kettle clears its old throat. / {weekday} starts to hum.',
    'Here you go, seventeen syllables, counted twice.',
  ],
  [
    'Can something like {thing} be recycled?',
    'Partly. Take off the metal first.',
    'It depends on the town; the depot will know.',
  ],
  [
    'Are the food markets in {town} worth getting up for? A friend wonders.',
    "Yes, on a good day. Go hungry, that's the only rule.",
    "I'd pick the one with more shade.",
  ],
  [
    'How many litres are {amount} gallons?',
    'Multiply by 3.8 for the US ones.',
    'A bit under four litres each, so you can do it in your head.',
  ],
  [
    'Summarise the article in {count} lines.',
    'Here it is. The main point is in the first line.',
    'Done; I left out the anecdote at the start.',
  ],
  [
    'My screen went black for a second. Should I worry?',
    'Once is nothing. If it comes back, check the cable first.',
    'Probably a loose plug. Keep an eye on it.',
  ],
  [
    'What is the plural of octopus, finally?',
    'Octopuses is safe. Octopodes if you want to show off.',
    'Most dictionaries are happy with octopuses.',
  ],
  ['Do the sums in my table add up?', 'Row four is off by ten, the rest is right.', 'Yes, all of them.'],
  [
    'Tell me when I should leave if the film starts at eight and it takes {amount} minutes.',
    'Count back and add a quarter of an hour for the queue.',
    'Leave a little earlier than you think, popcorn takes time.',
  ],
  [
    'Please make the tone of that email less {adjective}.',
    'Softened. I replaced two words and added a thank-you.',
    'Here is a calmer version.',
  ],
  [
    'I heard a noise like {count} knocks from the radiator.',
    "Air in the pipes, most likely. Bleed it when it's cold.",
    'That is often trapped air. A small key and a bowl will do.',
  ],
  [
    'Someone asked me about {theme} and I had no clue.',
    'Happens. Shall I give you the two-minute version?',
    'Here is enough to get through the next dinner.',
  ],
  [
    '{weekday} already, where did the time go?',
    "It flies. What's left for today?",
    'Indeed! Shall we look at what can wait?',
  ],
  [
    'Give me a warm-up exercise for {event}.',
    'Two truths and a lie never fails.',
    'Let everybody draw their neighbour without looking at the paper.',
  ],
  [
    "What rhymes with {weekday}? It's for a limerick.",
    'Not much, so cheat: put it in the middle of the line.',
    'A near rhyme will do in a limerick.',
  ],
  [
    'Compare {format} with plain text for me, in one line.',
    'One is for machines first, the other for people first.',
    '{format} has structure, plain text has peace.',
  ],
  ['OK, next topic. Let me think for a moment.', 'Take your time.', "I'm here."],
  [
    'Is it normal that {dish} sticks to the pan?',
    'Yes, if the pan was too cold. Wait until a drop of water dances.',
    'A little more fat and a little less heat should help.',
  ],
];
