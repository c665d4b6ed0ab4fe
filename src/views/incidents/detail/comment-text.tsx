import { useQuery } from '@tanstack/react-query'
import { peopleNames } from '@/api/incidents/responders'
import { readMentions } from '@/lib/incidents/mentions'
import { FormattedText } from '@/views/shared/formatted-text'
import css from './incident.module.css'

/** The formatted text of a comment with highlighted mentions. */
export function CommentText({ text }: { text: string }) {
  const { data: names = [] } = useQuery({ ...peopleNames(), enabled: text.includes('@') })
  return (
    <FormattedText
      text={text}
      renderPlain={(plain) =>
        readMentions(plain, names).map(({ is, text: segment }, at) =>
          is === 'mention' ? (
            // Segments have no identity other than their position, and are always rendered together.
            // oxlint-disable-next-line react/no-array-index-key
            <strong key={at} className={css.mention}>
              <bdi>{segment}</bdi>
            </strong>
          ) : (
            segment
          )
        )
      }
    />
  )
}
