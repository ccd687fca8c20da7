/** The component that keeps who an agent is: nobody else's to see or to take. */
export const PERSONALITY = 'personality';
