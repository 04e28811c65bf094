// Letters that no accent makes out of others: Latin ones as they are written without their own letter, Cyrillic ones by ICAO Doc 9303, part 3.
const LETTERS = 'ł l đ d ı i ħ h ŧ t ŋ n ĸ k ə a œ oe ' +
  'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ ie ы y ь - э e ю iu я ia ' +
  'і i є ie ґ g ђ d ј j љ lj њ nj ћ c џ dz ѕ dz қ k ғ gh ә a ң n ө o ұ u ү u һ h'
const LATIN = new Map<string, string>([...LETTERS.matchAll(/(\S) (\S+)/g)].map(([, letter, latin]) => [letter!, latin === '-' ? '' : latin!]))
const OTHERS = /[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]+/g

/** A text in what the standard fonts of PDF can show: Latin and Cyrillic letters without what is missing there, and … for letters of any other script. */
export function showable (text: string): string {
  return text.normalize('NFC').replace(OTHERS, (run) => [...run].map(plain).join('').replace(/\?(?:\s*\?)*/g, '…'))
}

function plain (letter: string): string {
  const small = letter.toLowerCase()
  const latin = LATIN.get(small) ?? LATIN.get(base(small)) ?? (base(letter) || '?')
  return letter === small || latin === '' ? latin : latin[0]!.toUpperCase() + latin.slice(1)
}

/** A letter without its accents; empty if nothing of ASCII and no known letter remains. */
function base (letter: string): string {
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return /^[\u0020-\u007e]+$/.test(bare) || LATIN.has(bare) ? bare : ''
}
