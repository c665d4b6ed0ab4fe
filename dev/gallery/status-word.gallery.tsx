import { capital } from '@/shared/format'
import { statusWords } from '@/lib/status-words'
import { StatusBadge, StatusIcon } from '@/ui/status-word'
import type { Exhibit } from './exhibit'

const meanings = [...new Set(statusWords.map(([, meaning]) => meaning))]
const wordsOf = (meaning: string) => statusWords.flatMap(([word, one]) => (one === meaning ? [word] : []))

export default {
  title: 'StatusBadge',
  states: {
    Words: () => (
      <div>
        {statusWords.map(([word]) => (
          <span key={word}>
            <StatusBadge word={capital(word)} />{' '}
          </span>
        ))}
      </div>
    ),
    Icons: () => (
      <ul>
        {meanings.map((meaning) => (
          <li key={meaning}>
            <StatusIcon word={wordsOf(meaning)[0]} /> {wordsOf(meaning)[0]}
          </li>
        ))}
      </ul>
    ),
    'Word of a later version': () => <StatusBadge word="Evicted" />,
    'Other text': () => <StatusBadge word="unhealthy">3 unhealthy</StatusBadge>,
  },
} satisfies Exhibit
