import { Badge, CountBadge } from '@/ui/badge'
import type { Exhibit } from './exhibit'

const tones = ['plain', 'good', 'active', 'warn', 'bad', 'accent'] as const

export default {
  title: 'Badge',
  states: {
    Tones: () => (
      <div>
        {tones.map((tone) => (
          <span key={tone}>
            <Badge tone={tone}>{tone}</Badge>{' '}
          </span>
        ))}
      </div>
    ),
    Count: () => (
      <div>
        <CountBadge count={0} /> <CountBadge count={12} of="changes" /> <CountBadge count={1234} of="changes" />
      </div>
    ),
  },
} satisfies Exhibit
