export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any anything are aren't around as at
  be because been before being below between both but by
  can can't cannot could couldn't
  did didn't do does doesn't doing don't down during
  each either else ever every everything
  few for from further
  get gets getting give go goes going got
  had hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how how's however
  i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself
  just
  know
  let let's like likely
  made make makes many may maybe me might mine more most much must my myself
  neither no nor not nothing now
  of off oh ok okay on once one only or other our ours ourselves out over own
  please
  quite
  rather really right
  said same say says see shall she she'd she'll she's should shouldn't since so some something still such
  tell than that that'd that'll that's the their theirs them themselves then there there's these they they'd they'll they're they've
  thing things this those though through to too
  under until up upon us
  very via
  want was wasn't way we we'd we'll we're we've well were weren't what what's whatever when when's where where's whether which while
  who who's whom whose why why's will with within without won't would wouldn't
  yeah yes yet you you'd you'll you're you've your yours yourself yourselves`.split(/\s+/),
);
