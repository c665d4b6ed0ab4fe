import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { initialsOf } from '../lib/initials'
import css from './avatar.module.css'

type Props = {
  name?: string | undefined
  email?: string | undefined
  /** The address of a picture. */
  image?: string | undefined
  size?: 'small' | 'medium' | 'large'
  /** The name stands beside it, and is not read twice. */
  isNamed?: boolean
}

/** Somebody: the picture, else initials. Its name is the person's. */
export function Avatar({ name, email, image, size = 'medium', isNamed = false }: Props) {
  // A picture that fails to load falls back to initials; another address is tried anew.
  const [failed, setFailed] = useState<string>()
  const initials = initialsOf({ name, email })
  const who = name?.trim() || email || 'Unknown person'
  const hasImage = image !== undefined && image !== '' && image !== failed
  return (
    <span
      className={css.avatar}
      data-size={size}
      {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': who })}
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
