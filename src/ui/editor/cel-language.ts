import { StreamLanguage, type StringStream } from '@codemirror/language'

/** The open quote of a text over several lines; undefined outside of one. */
type CelState = { quote: string | undefined }

const constants: Readonly<Record<string, string>> = { true: 'bool', false: 'bool', null: 'null', in: 'keyword' }

/** Reads the rest of a text. @param isRaw backslashes are characters, as in `r"\d"` */
function readText(stream: StringStream, state: CelState, quote: string, isRaw: boolean): string {
  while (!stream.eol()) {
    if (stream.match(quote)) {
      state.quote = undefined
      return 'string'
    }
    if (stream.next() === '\\' && !isRaw) stream.next()
  }
  // Only a text in three quotes continues on the next line.
  state.quote = quote.length === 3 ? quote : undefined
  return 'string'
}

/** CEL, the language of filters. Tokens are enough for colours and brackets; the server checks the expression. */
export const celLanguage = StreamLanguage.define<CelState>({
  name: 'cel',
  startState: () => ({ quote: undefined }),
  token(stream, state) {
    if (state.quote) return readText(stream, state, state.quote, false)
    if (stream.eatSpace()) return null
    if (stream.match('//')) {
      stream.skipToEnd()
      return 'comment'
    }
    const opened = stream.match(/^([bBrR]{0,2})("""|'''|"|')/)
    if (opened && opened !== true) return readText(stream, state, opened[2] ?? '"', /r/i.test(opened[1] ?? ''))
    if (stream.match(/^(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)u?/i)) return 'number'
    const word = stream.match(/^[_a-zA-Z]\w*/)
    if (word && word !== true)
      // The name of a function has the colour of the text.
      return constants[word[0]] ?? (stream.match(/^\s*\(/, false) ? 'variableName' : 'propertyName')
    stream.next()
    return 'operator'
  },
  languageData: {
    commentTokens: { line: '//' },
    closeBrackets: { brackets: ['(', '[', '{', '"', "'"] },
  },
})
