/** The maker of a response under way: the life of a process. Told to nobody. */
export const runField = 'posthouse_run'
