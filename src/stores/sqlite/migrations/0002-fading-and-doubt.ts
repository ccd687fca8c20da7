export const fadingAndDoubt = `
alter table memories add column faded_at integer;
alter table memories add column doubted_at integer;
`;
