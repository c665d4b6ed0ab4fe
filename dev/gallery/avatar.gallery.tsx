import { Avatar } from '@/ui/avatar'
import type { Exhibit } from './exhibit'

const sizes = ['small', 'medium', 'large'] as const

export default {
  title: 'Avatar',
  states: {
    Picture: () => (
      <div>
        {sizes.map((size) => (
          <span key={size}>
            <Avatar name="Ada Lovelace" image="/favicon.svg" size={size} />{' '}
          </span>
        ))}
      </div>
    ),
    Initials: () => (
      <div>
        {sizes.map((size) => (
          <span key={size}>
            <Avatar name="Wilhelmina Wolff" size={size} />{' '}
          </span>
        ))}
      </div>
    ),
    'From the e-mail address': () => <Avatar email="ada.lovelace@example.com" />,
    'An image that does not load': () => <Avatar name="Ada Lovelace" image="data:image/png;base64,broken" />,
    Nobody: () => <Avatar />,
  },
} satisfies Exhibit
