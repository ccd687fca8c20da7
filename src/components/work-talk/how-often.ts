/** How often something is so, as alternatives of a pattern. */
export const HOW_OFTEN = 'usually|often|always|typically|normally|generally|regularly|sometimes';
export const WEEKDAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';
