import type { ReactNode } from 'react'
import { Badge } from '@/ui/badge'
import { MiddleText } from '@/ui/grid/middle-text'
import css from '@/ui/grid/cell.module.css'
import { TypeIcon } from '../../shared/type-icon'

type Props = {
  type: string
  configClass?: string
  name: string | null | undefined
  /** `name`: the cell names the row. */
  look: 'name' | 'words' | 'quiet'
  isDeleted?: boolean
  /** Marks after the name. */
  children?: ReactNode
}

/** A config item, or a type of them, in a cell of a list. */
export const ConfigCell = ({ type, configClass = '', name, look, isDeleted = false, children }: Props) => (
  <span className={css.line} title={look === 'name' ? undefined : type}>
    <span className={css.icon}>
      <TypeIcon type={type} hint={configClass} />
    </span>
    {name && <MiddleText text={name} className={css[look]} />}
    {isDeleted && <Badge>Deleted</Badge>}
    {children}
  </span>
)
