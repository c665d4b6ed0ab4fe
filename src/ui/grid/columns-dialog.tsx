import { Button } from '../button'
import { Dialog } from '../dialog'
import { announce } from '../voice'
import { isColumnShown, orderColumns } from './column'
import { fitColumnWidth, moveColumn } from './column-order'
import css from './columns-dialog.module.css'
import { type ColumnLayout, defaultColumnLayout } from './grid-view'

const STEP = 24
/** The initial width in pixels of a column that was not resized before. */
const START = 120

type Listed = { id: string; title: string; isFixed?: boolean; startsHidden?: boolean }

type Props = {
  columns: readonly Listed[]
  view: ColumnLayout
  onChange(change: Partial<ColumnLayout>): void
  onClose(): void
}

/** Shows, hides, moves and resizes the columns of a table by keyboard, as the pointer does in the header. */
export default function ColumnsDialog({ columns, view: { visibility, order, widths }, onChange, onClose }: Props) {
  const arranged = orderColumns(columns, order)

  const toggle = (column: Listed) => {
    const isShown = !isColumnShown(column, visibility)
    onChange({ visibility: { ...visibility, [column.id]: isShown } })
    announce(`${column.title} ${isShown ? 'shown' : 'hidden'}.`)
  }
  const move = ({ id, title }: Listed, by: number) => {
    const next = moveColumn(columns, order, id, by)
    onChange({ order: next })
    announce(`${title}, column ${next.indexOf(id) + 1} of ${next.length}.`)
  }
  const resize = ({ id, title }: Listed, by: number) => {
    const width = fitColumnWidth((widths[id] ?? START) + by)
    onChange({ widths: { ...widths, [id]: width } })
    announce(`${title}, ${width} pixels wide.`, { key: 'width' })
  }

  return (
    <Dialog
      title="Columns"
      onClose={onClose}
      actions={
        <>
          <Button
            onPress={() => {
              onChange(defaultColumnLayout)
              announce('Columns reset.')
            }}
          >
            Reset
          </Button>
          <Button tone="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ul className={css.list}>
        {arranged.map((column, at) => {
          const isFirst = at === 0
          const stays = isFirst || column.isFixed === true
          return (
            <li key={column.id} className={css.line}>
              <label className={css.name}>
                <input
                  type="checkbox"
                  checked={stays || isColumnShown(column, visibility)}
                  aria-disabled={stays}
                  onChange={() => (stays ? announce(`${column.title} is always shown.`) : toggle(column))}
                />
                {column.title}
              </label>
              <Action
                label={`Move ${column.title} up`}
                refusal={
                  isFirst
                    ? 'The first column names the row'
                    : at === 1
                      ? 'Already the first column after the name'
                      : undefined
                }
                path="M5.5 9V2M2.5 5l3-3 3 3"
                onPress={() => move(column, -1)}
              />
              <Action
                label={`Move ${column.title} down`}
                refusal={
                  isFirst
                    ? 'The first column names the row'
                    : at === arranged.length - 1
                      ? 'Already the last column'
                      : undefined
                }
                path="M5.5 2v7M2.5 6l3 3 3-3"
                onPress={() => move(column, 1)}
              />
              <Action label={`Make ${column.title} narrower`} path="M2 5.5h7" onPress={() => resize(column, -STEP)} />
              <Action
                label={`Make ${column.title} wider`}
                path="M5.5 2v7M2 5.5h7"
                onPress={() => resize(column, STEP)}
              />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

type ActionProps = { label: string; path: string; refusal?: string | undefined; onPress(): void }

function Action({ label, path, refusal, onPress }: ActionProps) {
  return (
    <Button tone="bare" label={label} refusal={refusal} onPress={onPress} className={css.action}>
      <svg
        width="11"
        height="11"
        viewBox="0 0 11 11"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </Button>
  )
}
