/**
 * The characters of twelve common keyboards, so that each key of the table can be tested on all of them. Each string
 * contains the characters of one row from left to right, as in `codes`: `base` unmodified, `shift` with Shift, `altGr`
 * with AltGr. `†` is a dead key, which types no character by itself. A blank types no character.
 */
export type KeyboardLayout = { name: string; base: Rows; shift: Rows; altGr?: Rows }
type Rows = readonly [string, string, string, string]

/**
 * Physical keys by `KeyboardEvent.code`. IntlBackslash is left of Z, IntlRo right of Slash; few keyboards have both.
 */
export const keyCodes: readonly (readonly string[])[] = [
  ['Backquote', ...[...'1234567890'].map((digit) => `Digit${digit}`), 'Minus', 'Equal'],
  [...[...'QWERTYUIOP'].map((letter) => `Key${letter}`), 'BracketLeft', 'BracketRight'],
  [...[...'ASDFGHJKL'].map((letter) => `Key${letter}`), 'Semicolon', 'Quote', 'Backslash'],
  ['IntlBackslash', ...[...'ZXCVBNM'].map((letter) => `Key${letter}`), 'Comma', 'Period', 'Slash', 'IntlRo'],
]

const DEAD_KEY = '†'

export const keyboardLayouts: readonly KeyboardLayout[] = [
  {
    name: 'US',
    base: ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'\\", ' zxcvbnm,./'],
    shift: ['~!@#$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:"|', ' ZXCVBNM<>?'],
  },
  {
    name: 'US-International',
    base: ['†1234567890-=', 'qwertyuiop[]', 'asdfghjkl;†\\', ' zxcvbnm,./'],
    shift: ['†!@#$%†&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:†|', ' ZXCVBNM<>?'],
    altGr: [' ¡²³¤€¼½¾‘’¥×', 'äåé®þüúíóö«»', 'áßð     ø¶´¬', ' æ ©  ñµç ¿'],
  },
  {
    name: 'UK',
    base: ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'#", '\\zxcvbnm,./'],
    shift: ['¬!"£$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:@~', '|ZXCVBNM<>?'],
    altGr: ['¦   €', '  é   úíó', 'á', ''],
  },
  {
    name: 'German',
    base: ['†1234567890ß†', 'qwertzuiopü+', 'asdfghjklöä#', '<yxcvbnm,.-'],
    shift: ['°!"§$%&/()=?†', 'QWERTZUIOPÜ*', "ASDFGHJKLÖÄ'", '>YXCVBNM;:_'],
    altGr: ['  ²³   {[]}\\', '@ €        ~', '', '|      µ'],
  },
  {
    name: 'French',
    base: ['²&é"\'(-è_çà)=', 'azertyuiop†$', 'qsdfghjklmù*', '<wxcvbn,;:!'],
    shift: [' 1234567890°+', 'AZERTYUIOP†£', 'QSDFGHJKLM%µ', '>WXCVBN?./§'],
    altGr: ['  †#{[|†\\^@]}', '  €        ¤', '', ''],
  },
  {
    name: 'Bépo',
    base: ['$"«»()@+-/*=%', 'bépoè†vdljzw', 'auie,ctsrnmç', "êàyx.k'qghf"],
    shift: ['#1234567890°`', 'BÉPOÈ!VDLJZW', 'AUIE;CTSRNMÇ', 'ÊÀYX:K?QGHF'],
    altGr: ['–—<>[]^±−÷×≠‰', '|†&œ†¡†ð', 'æù†€’©þß®†', '/\\{}…~¿°††'],
  },
  {
    name: 'Spanish',
    base: ["º1234567890'¡", 'qwertyuiop†+', 'asdfghjklñ†ç', '<zxcvbnm,.-'],
    shift: ['ª!"·$%&/()=?¿', 'QWERTYUIOP†*', 'ASDFGHJKLÑ†Ç', '>ZXCVBNM;:_'],
    altGr: ['\\|@#†€¬', '  €       []', '          {}', ''],
  },
  {
    name: 'Swedish',
    base: ['§1234567890+†', 'qwertyuiopå†', "asdfghjklöä'", '<zxcvbnm,.-'],
    shift: ['½!"#¤%&/()=?†', 'QWERTYUIOPÅ†', 'ASDFGHJKLÖÄ*', '>ZXCVBNM;:_'],
    altGr: ['  @£$€ {[]}\\', '  €        †', '', '|      µ'],
  },
  {
    name: 'Brazilian',
    base: ["'1234567890-=", 'qwertyuiop†[', 'asdfghjklç†]', '\\zxcvbnm,.;/'],
    shift: ['"!@#$%†&*()_+', 'QWERTYUIOP†{', 'ASDFGHJKLÇ†}', '|ZXCVBNM<>:?'],
    altGr: [' ¹²³£¢¬     §', '/?€        ª', '           º', '   ₢'],
  },
  {
    name: 'Dvorak',
    base: ['`1234567890[]', "',.pyfgcrl/=", 'aoeuidhtns-\\', ' ;qjkxbmwvz'],
    shift: ['~!@#$%^&*(){}', '"<>PYFGCRL?+', 'AOEUIDHTNS_|', ' :QJKXBMWVZ'],
  },
  {
    name: 'Russian',
    base: ['ё1234567890-=', 'йцукенгшщзхъ', 'фывапролджэ\\', ' ячсмитьбю.'],
    shift: ['Ё!"№;%:?*()_+', 'ЙЦУКЕНГШЩЗХЪ', 'ФЫВАПРОЛДЖЭ/', ' ЯЧСМИТЬБЮ,'],
    altGr: ['        ₽', '', '', ''],
  },
  {
    name: 'Greek',
    base: ['`1234567890-=', ';ςερτυθιοπ[]', "ασδφγηξκλ†'\\", '<ζχψωβνμ,./'],
    shift: ['~!@#$%^&*()_+', ':ΣΕΡΤΥΘΙΟΠ{}', 'ΑΣΔΦΓΗΞΚΛ†"|', '>ΖΧΨΩΒΝΜ<>?'],
    altGr: ['  ²³£§¶ ¤¦°±½', '  €   ', '', ''],
  },
]

export type KeyLevel = 'base' | 'shift' | 'altGr'

/** Lists the characters a keyboard can type with one press, easiest first. */
export function listCharacters(layout: KeyboardLayout): { code: string; level: KeyLevel; types: string }[] {
  return (['base', 'shift', 'altGr'] as const).flatMap((level) =>
    keyCodes.flatMap((row, at) =>
      row.flatMap((code, column) => {
        const types = [...(layout[level]?.[at] ?? '')][column] ?? ' '
        return types === ' ' || types === DEAD_KEY ? [] : [{ code, level, types }]
      })
    )
  )
}
