// Letters that do not decompose into a base letter and an accent: Latin ones in their usual transcription, Cyrillic
// ones by ICAO Doc 9303, part 3.
const LETTERS =
  'ł l đ d ı i ħ h ŧ t ŋ n ĸ k ə a œ oe а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р ' +
  'r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ ie ы y ь - э e ю iu я ia і i є ie ґ g ђ d ј j љ lj њ nj ћ c џ dz ѕ ' +
  'dz қ k ғ gh ә a ң n ө o ұ u ү u һ h'
// Greek by ISO 843, Georgian by ISO 9984, Armenian by ISO 9985, without their marks.
const OTHER_ALPHABETS =
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ' +
  'ch ψ ps ω o ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q შ ' +
  'sh ჩ ch ც ts ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ' +
  'ղ gh ճ ch մ m յ y ն n շ sh ո o չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ w փ p ք k և ew օ o ֆ f'
const LATIN = new Map<string, string>(
  [...`${LETTERS} ${OTHER_ALPHABETS}`.matchAll(/(\S) (\S+)/g)].map(([, letter, latin]) => [
    letter!,
    latin === '-' ? '' : latin!
  ])
)
const PRINTABLE = '\\u0020-\\u007e\\u00a0-\\u00ff\\u2013\\u2014\\u2018\\u2019\\u201c\\u201d\\u2026'
const OTHERS = new RegExp(`[^${PRINTABLE}]+`, 'gu')
const SCRIPTS: Array<[RegExp, string]> = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Japanese'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/\p{Script=Han}/u, 'Chinese characters'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Script=Arabic}/u, 'Arabic script'],
  [/\p{Script=Hebrew}/u, 'Hebrew']
]

/**
 * A text in the characters of the standard PDF fonts: Latin letters without unsupported accents, transliterations of
 * other alphabets, and `[in Thai]` in place of words in another script.
 */
export function transliterated(text: string): string {
  const whole = text.normalize('NFC')
  const [, script] = SCRIPTS.find(([letters]) => letters.test(whole)) ?? []
  const isForeign = (letter: string) => SCRIPTS.some(([letters]) => letters.test(letter))
  return whole
    .replace(OTHERS, (run) => [...run].map((letter) => (isForeign(letter) ? '\uFFFD' : toLatin(letter))).join(''))
    .replace(/\uFFFD(?:\s*\uFFFD)*/g, `[in ${script ?? 'another script'}]`)
}

function toLatin(letter: string): string {
  const small = letter.toLowerCase()
  const latin = LATIN.get(small) ?? LATIN.get(base(small)) ?? (base(letter) || '\uFFFD')
  return letter === small || latin === '' ? latin : latin[0]!.toUpperCase() + latin.slice(1)
}

/** A letter without its accents; empty if the result is neither ASCII nor a known letter. */
function base(letter: string): string {
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return /^[\u0020-\u007e]+$/.test(bare) || LATIN.has(bare) ? bare : ''
}
