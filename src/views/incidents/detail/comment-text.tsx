import { useQuery } from '@tanstack/react-query'
import { peopleNames } from '../../../api/responders'
import { readMentions } from '../../../lib/mentions'
import css from './incident.module.css'

/** What somebody wrote, with the people it mentions. */
export function CommentText({ text }: { text: string }) {
  const { data: names = [] } = useQuery({ ...peopleNames(), enabled: text.includes('@') })
  return (
    <p className={css.description}>
      {readMentions(text, names).map(({ is, text: piece }, at) =>
        is === 'mention' ? (
          // Pieces have no other names than their places, and are drawn anew together.
          // oxlint-disable-next-line react/no-array-index-key
          <strong key={at} className={css.mention}>
            <bdi>{piece}</bdi>
          </strong>
        ) : (
          piece
        )
      )}
    </p>
  )
}
