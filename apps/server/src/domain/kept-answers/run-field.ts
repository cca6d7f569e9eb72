/** Internal field with the incarnation of the process that runs a response. Never shown. */
export const runField = 'posthouse_run'
