/** Where a response that is under way is made: the life of a process. Told to nobody. */
export const runField = 'posthouse_run'
