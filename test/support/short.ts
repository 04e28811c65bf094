/** What Node.js starts short programs with: to optimize what runs once takes a tenth to a fifth of their CPU time. */
export const SHORT = ['--no-opt']
