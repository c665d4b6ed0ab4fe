import { type MessageLine, type MessageSegment, readMessage } from '@/lib/catalog/message'
import css from './insights.module.css'

/** The message of an analyzer, rendered as text. Its HTML never becomes markup of the page. */
export const InsightMessage = ({ text }: { text: string }) => (
  <div className={css.message}>
    {readMessage(text).map((line, at) => (
      // The order of lines never changes, so the index is a stable key.
      // oxlint-disable-next-line react/no-array-index-key
      <OneLine key={at} line={line} />
    ))}
  </div>
)

function OneLine({ line }: { line: MessageLine }) {
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
        <OnePiece key={at} piece={piece} />
      ))}
    </p>
  )
}

function OnePiece({ piece }: { piece: MessageSegment }) {
  if (piece.is === 'link') return <CheckedLink {...piece} />
  if (piece.is === 'text') return piece.text
  const Mark = piece.is
  return <Mark>{piece.text}</Mark>
}

const CheckedLink = ({ text, href }: MessageSegment & { is: 'link' }) => {
  const { host } = new URL(href)
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer" className={css.link}>
        {text}
      </a>
      {/* The analyzer chose both link text and URL, so the host is shown. */}
      {text !== href && <span className={css.host}> ({host})</span>}
    </>
  )
}
