export { citationOf } from './documents/chunk-document.ts';
export { type RecallOver, type StoredDocumentsOptions, storedDocuments } from './documents/stored-documents.ts';
export { storedInstructions } from './instructions/stored-instructions.ts';
export { profileSummary } from './profile/profile-summary.ts';
export { storedProfile } from './profile/stored-profile.ts';
