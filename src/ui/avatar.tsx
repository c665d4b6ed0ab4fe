import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { readInitials } from '../lib/initials'
import css from './avatar.module.css'

type Props = {
  name?: string | undefined
  email?: string | undefined
  /** The URL of the profile picture. */
  image?: string | undefined
  size?: 'small' | 'medium' | 'large'
  /** The name is shown next to the avatar, so the avatar is hidden from screen readers. */
  isNamed?: boolean
}

/** The picture of a user, or the initials. Its accessible name is the name of the user. */
export function Avatar({ name, email, image, size = 'medium', isNamed = false }: Props) {
  // A picture that fails to load falls back to initials. A new URL is tried again.
  const [failed, setFailed] = useState<string>()
  const initials = readInitials({ name, email })
  const displayName = name?.trim() || email || 'Unknown person'
  const hasImage = image !== undefined && image !== '' && image !== failed
  return (
    <span
      className={css.avatar}
      data-size={size}
      {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': displayName })}
    >
      {hasImage ? (
        <img className={css.image} src={image} alt="" onError={() => setFailed(image)} />
      ) : initials === '' ? (
        <UserRound size="60%" strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <span aria-hidden="true">{initials}</span>
      )}
    </span>
  )
}
