/** What the surroundings say. Environment variables are read here and nowhere else. */
export interface Environment {
  /** SOUVENIR_DB: the file of a memory that no option names. */
  readonly databasePath: string | undefined;
}

export const readEnvironment = ({ SOUVENIR_DB }: NodeJS.ProcessEnv = process.env): Environment => ({
  databasePath: SOUVENIR_DB === '' ? undefined : SOUVENIR_DB,
});
