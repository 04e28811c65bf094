/** Flags of Node.js for short programs: optimizing code that runs once takes a tenth to a fifth of their CPU time. */
export const SHORT = ['--no-opt']
