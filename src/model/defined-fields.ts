type DefinedFields<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & { [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined> };

/** Leaves out undefined fields, so that absent ones stay absent. */
export function definedFields<Fields extends object>(fields: Fields): DefinedFields<Fields> {
  const defined: Partial<Fields> = {};
  for (const name in fields) if (fields[name] !== undefined) defined[name] = fields[name];
  return defined as object as DefinedFields<Fields>;
}
