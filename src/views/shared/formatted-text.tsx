import type { ReactNode } from 'react'
import { type FormattedLine, type FormattedSegment, parseFormattedText } from '@/lib/formatted-text'
import css from './formatted-text.module.css'

type Props = {
  text: string
  /** Renders the plain segments, for example to highlight words in them. */
  renderPlain?(text: string): ReactNode
}

/**
 * A text in Markdown, HTML or plain text from a user or another program: lines, lists, bold text, code and links. Its
 * HTML never becomes markup of the page.
 */
export const FormattedText = ({ text, renderPlain = asWritten }: Props) => (
  <div className={css.text}>
    {parseFormattedText(text).map((line, at) => (
      // The order of lines never changes, so the index is a stable key.
      // oxlint-disable-next-line react/no-array-index-key
      <OneLine key={at} line={line} renderPlain={renderPlain} />
    ))}
  </div>
)

const asWritten = (text: string): ReactNode => text

type Rendering = Required<Pick<Props, 'renderPlain'>>

function OneLine({ line, renderPlain }: Rendering & { line: FormattedLine }) {
  if (line.is === 'code')
    return (
      // Takes focus so that keys can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <pre role="group" aria-label="Code" tabIndex={0}>
        {line.text}
      </pre>
    )
  return (
    <p dir="auto" className={line.is === 'item' ? css.bullet : undefined}>
      {line.pieces.map((piece, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <OnePiece key={at} piece={piece} renderPlain={renderPlain} />
      ))}
    </p>
  )
}

function OnePiece({ piece, renderPlain }: Rendering & { piece: FormattedSegment }) {
  if (piece.is === 'link') return <CheckedLink {...piece} />
  if (piece.is === 'text') return renderPlain(piece.text)
  const Mark = piece.is
  return <Mark>{piece.text}</Mark>
}

const CheckedLink = ({ text, href }: FormattedSegment & { is: 'link' }) => {
  const { host } = new URL(href)
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer" className={css.link}>
        {text}
      </a>
      {/* The author chose both link text and URL, so the host is shown. */}
      {text !== href && <span className={css.host}> ({host})</span>}
    </>
  )
}

export default FormattedText
