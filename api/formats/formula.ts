// Spreadsheets skip blanks before a sign and read full-width signs as the narrow ones.
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/

/** True if a spreadsheet would run a text as a formula (OWASP, CSV Injection). */
export function isFormula (text: string): boolean {
  return FORMULA.test(text)
}
