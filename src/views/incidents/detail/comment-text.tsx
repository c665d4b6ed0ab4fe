import { useQuery } from '@tanstack/react-query'
import { peopleNames } from '@/api/incidents/responders'
import { readMentions } from '@/lib/incidents/mentions'
import css from './incident.module.css'

/** The text of a comment with highlighted mentions. */
export function CommentText({ text }: { text: string }) {
  const { data: names = [] } = useQuery({ ...peopleNames(), enabled: text.includes('@') })
  return (
    <p className={css.description}>
      {readMentions(text, names).map(({ is, text: segment }, at) =>
        is === 'mention' ? (
          // Segments have no identity other than their position, and are always rendered together.
          // oxlint-disable-next-line react/no-array-index-key
          <strong key={at} className={css.mention}>
            <bdi>{segment}</bdi>
          </strong>
        ) : (
          segment
        )
      )}
    </p>
  )
}
