import type { FactKind } from '../fact-kind.ts';

export const tools: readonly FactKind[] = [
  {
    name: 'editor',
    values: ['Helix', 'Emacs', 'VS Code', 'Neovim', 'Zed', 'Sublime Text'],
    statementTemplates: [
      'I type everything in {value}, even my shopping lists.',
      'Give me the shortcut for {value}, please, my fingers live there.',
      '{value} crashed on a huge log file. Still love it.',
      'A config for {value} would help me, I have it open all day.',
    ],
    changed: [
      "I uninstalled {old}. A week with {value} and I'm not going back.",
      'Switched from {old} to {value}, my shortcuts are all wrong.',
    ],
    asked: [
      'What do I write code in?',
      'Which text editor does {who} use?',
      'For which program should a plugin be that helps me edit files?',
    ],
    nearby: ['Which keyboard do I have?', "How many plugins does {who}'s editor have?"],
    aside: ['How do you quit vi? Asking for a joke.', 'What is a language server?'],
  },
  {
    name: 'language',
    values: ['Kotlin', 'Rust', 'Go', 'Elixir', 'Haskell', 'Ruby'],
    statementTemplates: [
      "Samples in {value} if possible, it's what I think in.",
      'I fell in love with {value} and bore everyone with it.',
      '{value} is my daily bread, I only touch other things when forced.',
    ],
    changed: [
      "I've drifted away from {old}. Everything I start is in {value} now.",
      'Snippets in {value} from here on, not {old}: the whole team moved.',
    ],
    asked: [
      'What should code examples for me be written in?',
      'Which programming language is {who} most at home in?',
      'What do I like to program with?',
    ],
    nearby: ['Which language did I learn first at school for coding?', 'Which compiler flags does {who} use?'],
    aside: ['What is recursion, for a ten-year-old?', 'Who was the first programmer?'],
  },
  {
    name: 'laptop',
    values: [
      'a ThinkPad with Fedora',
      'a MacBook Air',
      'an old Dell on Windows 10',
      'a Framework running Arch',
      'a Chromebook',
      'a desktop with Ubuntu',
    ],
    statementTemplates: [
      "I'm on {value}, so the usual installer won't do.",
      'Coffee spilled over my machine. {value}, and it still boots!',
      'It says command not found. By the way this is {value}.',
    ],
    changed: [
      'New machine at last: {value}. The previous one, {old}, went to a school.',
      'I replaced {old} with {value}, setting it up now.',
    ],
    asked: [
      'What computer do I have?',
      'Which operating system should instructions for {who} assume?',
      'What hardware am I sitting at?',
    ],
    nearby: ['How much memory does my computer have?', 'Which phone does {who} have?'],
    aside: ['How often should one restart a computer?', 'What does RAM do?'],
  },
  {
    name: 'hosting',
    values: [
      'a Hetzner box in Falkenstein',
      'a Raspberry Pi under the stairs',
      'two droplets in Amsterdam',
      'Fly.io',
      'a university cluster',
      "a NAS at my parents' house",
    ],
    statementTemplates: [
      'Everything runs on {value}, it costs next to nothing.',
      '{value} went down at night and I noticed at breakfast.',
      'For the firewall rules: what we expose sits on {value}.',
    ],
    changed: [
      'The site has left {old} and answers from {value}.',
      'I moved the services from {old} over to {value}, DNS is done.',
    ],
    asked: [
      'Where are my services deployed?',
      "What server does {who}'s site live on?",
      'On what infrastructure is the thing hosted?',
    ],
    nearby: ['What is the IP address of my server?', "Which registrar holds {who}'s domain?"],
    aside: ['What happens between typing an address and seeing the page?'],
  },
  {
    name: 'deploy',
    values: [
      'tag the commit, wait for green, then run make ship',
      'build the image, push it, restart with compose',
      'copy the folder with rsync and reload nginx',
      'merge to main, the robot does the rest',
      'announce it in chat, freeze, then flip the flag',
    ],
    statementTemplates: [
      'How I get things out: {value}. In that order.',
      'I always forget a step, so write it down for me: {value}.',
      'Our release ritual is simple, {value}.',
    ],
    changed: [
      'The release ritual is new: {value}. The way before ({old}) is dead.',
      'We no longer {old}. To get things out we {value}.',
    ],
    asked: [
      'What are the steps to deploy?',
      'How does {who} put a new version into production?',
      'Walk me through my rollout procedure.',
    ],
    nearby: ['How do we roll back?', 'How long does a deployment take?', "Who may deploy at {who}'s company?"],
    aside: ['What is a canary, outside of birds?'],
  },
  {
    name: 'backup',
    values: [
      'every Sunday to a disk that I keep at the office',
      'nightly to a bucket, kept for ninety days',
      "twice, once at home and once at my aunt's",
      'by hand before each trip',
      "with restic to a friend's server",
    ],
    statementTemplates: [
      'I copy my files {value}, after the disaster of two years ago.',
      'My data is safe: {value}.',
      "You'd be proud of me, I save everything {value}.",
    ],
    changed: ["I've changed how I protect my files: {value}, before that it was {old}."],
    asked: [
      'How do I guard against losing my documents?',
      "What is {who}'s backup routine?",
      'Could I recover if my disk died, and from where?',
    ],
    nearby: ['When did I last test a restore?', 'How many terabytes of data does {who} have?'],
    aside: ['How long does a USB stick keep its contents?'],
  },
  {
    name: 'car',
    values: [
      'a yellow Fiat Panda',
      'a diesel Passat estate',
      'an electric Kangoo',
      'a 1987 camper van',
      'a shared Corsa',
      'a red Vespa',
    ],
    statementTemplates: [
      'The garage says {value} like mine needs new brakes.',
      "I drive {value}, don't laugh.",
      'There are dents in it, but {value} has taken us everywhere.',
    ],
    changed: [
      'I traded in {old} for {value}.',
      "{old} didn't pass inspection. In front of the house there's {value} now.",
    ],
    asked: [
      'What vehicle do I own?',
      'What does {who} get around in?',
      'Which model should the mechanic look up for me?',
    ],
    nearby: ["What's my licence plate?", "How many miles has {who}'s vehicle done?"],
    aside: ['When should you change to winter tyres?', 'How does regenerative braking work?'],
  },
  {
    name: 'notes',
    values: [
      'a paper notebook with squared pages',
      'Obsidian',
      'plain text files in one folder',
      'voice memos',
      'index cards in a shoebox',
    ],
    statementTemplates: [
      'My thoughts end up in {value}, everything else gets lost.',
      'I trust {value} more than my head.',
      "Please make it short enough to fit {value}, that's where I put ideas.",
    ],
    changed: [
      'I gave up on {old}; ideas go into {value} now.',
      '{value} has taken over from {old} as my second brain.',
    ],
    asked: ['How do I take notes?', 'Where does {who} jot things down?', 'What do I use to remember ideas?'],
    nearby: ['What did I write down last Monday?', 'Which pen does {who} use?'],
    aside: ['Is handwriting better for remembering than typing?'],
  },
];
