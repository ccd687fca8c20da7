const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Frequent given names of the English-speaking world and its neighbours, without ordinary words. */
export const GIVEN_NAMES: ReadonlySet<string> = names(
  `aaron abigail adam adrian ahmed aisha alan albert alex alexander alexandra alexis ali alice alicia allison amanda amber amelia amir
  amy ana anastasia andrea andreas andrew andy angela anika anita anna anne annie anthony antonio anya ariana arjun arthur ashley audrey
  barbara beatrice becky ben benjamin bernard beth betty bianca bill billy bob bobby brandon brenda brian britney bruce bryan caitlin
  calvin cameron camila carl carla carlos carmen caroline carolyn catherine cathy cecilia charles charlie charlotte chen chloe chris
  christian christina christine christopher cindy claire clara claudia colin connor courtney craig cynthia dan daniel daniela danny
  darren dave david deborah debra dennis derek diana diane diego dmitri donald donna doris dorothy doug douglas dylan ed eddie eduardo
  edward edwin eileen elaine eleanor elena eli elijah elizabeth ella ellen emily emma emmanuel eric erica erik erin ernest esther ethan
  eugene eva evan evelyn fatima felix fernando fiona florence frances francesca francis frank fred gabriel gabriela gary gavin geoffrey
  george gerald gina gloria gordon greg gregory hannah harold harry harvey hassan heather hector heidi helen henry howard hugo ian ibrahim
  imran ingrid irene isaac isabel isabella ivan jackie jackson jacob jacqueline jake james jamie jan jane janet janice jasmine jason javier
  jean jeff jeffrey jen jenna jennifer jenny jeremy jerry jesse jessica jill jim jimmy joan joanna joe joel johan john johnny jon jonathan
  jordan jorge jose joseph josh joshua joyce juan judith judy julia julian julie justin karen kate katherine kathleen kathy katie kayla
  keith kelly ken kenneth kevin kim kimberly kirsten kyle larry laura lauren laurie leah leo leon leonard leslie liam lily linda lisa logan
  lori louis louise lucas lucy luis luke lydia lynn madison marcus margaret maria marie marilyn mario marissa martha martin mary mateo
  matt matthew maurice max megan mei melanie melissa mia michael michelle miguel mike mohamed mohammed molly monica morgan muhammad nancy
  naomi natalia natalie natasha nathan neil nicholas nick nicole nina noah noel nora norman oliver olivia omar oscar owen paige pamela
  patricia patrick paul paula pedro peggy peter phil philip phillip phoebe pierre priya rachel rafael raj ralph ramon randy raul ravi
  raymond rebecca regina renee ricardo richard rick ricky riley rita robert roberta roberto robin rodney roger roland ron ronald rosa
  rosemary ross roy ruben russell ruth ryan sabrina sally sam samantha samuel sandra sara sarah sasha scott sean sebastian serena sergio
  seth shannon sharon shawn sheila sherry shirley simon sofia sonia sophia sophie stacy stanley stella stephanie stephen steve steven
  stuart susan suzanne sven sylvia tamara tanya tara taylor ted teresa terry theo theodore theresa thomas tiffany tim timothy tina todd
  tom tommy tony tracy travis trevor tyler valerie vanessa veronica vicki victor victoria vincent virginia vivian vladimir walter wanda
  wayne wendy wesley william xavier yasmin yolanda yuki yusuf zachary zara zoe zoey mohammad jonas lukas anton emil nadia leila jamal
  malik deshawn latoya kendrick dwayne ollie nate jess becca maddie gabby mel liz bella luna milo`,
);
