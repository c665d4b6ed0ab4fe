import type { Kind } from '@/commands/command'
import { formatCount } from '@/shared/format'
import { kindNoun } from '@/lib/kinds'
import { CommandBar } from '../commands/command-bar'
import { CommandButton } from '../commands/command-button'
import css from './selection-bar.module.css'

/** The number of selected rows and the commands for them. @param outOfSight the number of selected rows not shown */
export const SelectionBar = ({ of, count, outOfSight }: { of: Kind; count: number; outOfSight: number }) => (
  <div className={css.selected}>
    <p>
      {formatCount(count, kindNoun(of))} selected
      {outOfSight > 0 && <span className={css.hidden}>, {outOfSight.toLocaleString('en')} not shown</span>}
    </p>
    <CommandBar of={of} />
    <CommandButton call="list.clear" label="Clear" />
  </div>
)
