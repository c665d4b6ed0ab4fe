import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Artifact, artifactFile, MOST_SHOWN } from '../../../api/run'
import { formatBytes, formatCount } from '../../../lib/format'
import type { Target } from '../../../lib/kinds'
import { outputsOf } from '../../../lib/step-output'
import cell from '../../../ui/grid/cell.module.css'
import type { Column } from '../../../ui/grid/column'
import { Time } from '../../../ui/time'
import { CommandButton } from '../../shell/commands/command-button'
import { Place } from '../../shell/commands/place'
import { actionsColumn } from '../../shell/list/actions-column'
import { Collection } from '../../shell/list/collection'
import { QueryState } from '../../shell/query/query-state'
import { Message } from '../../catalog/insights/message'
import { useInnerView } from './inner-view'
import { OutputLines } from './output-lines'
import { OutputView } from './output-view'
import css from './run.module.css'

const targetOf = ({ id, filename }: Artifact): Target => ({ kind: 'artifact', id, label: filename })

/** The files that a step left: the one under the cursor that was opened is shown below. */
export function Artifacts({ of, artifacts }: { of: string; artifacts: readonly Artifact[] }) {
  const [view, onView] = useInnerView()
  const [cursor, setCursor] = useState<string>()
  const [shownId, setShown] = useState(artifacts[0]?.id)
  const shown = artifacts.find(({ id }) => id === shownId)
  return (
    <div className={css.output}>
      <Collection<Artifact>
        of="artifact"
        label={`Artifacts of ${of}`}
        className={css.files}
        rows={artifacts}
        columns={columns}
        targetOf={targetOf}
        rowLabel={({ filename, size, content_type: type }) =>
          [filename, formatBytes(size), type].filter(Boolean).join(', ')
        }
        view={view}
        onView={onView}
        query={of}
        cursor={cursor}
        onCursor={setCursor}
        open={shownId}
        onOpen={({ id }) => {
          setCursor(id)
          setShown(id)
        }}
      />
      {shown && <Preview key={shown.id} artifact={shown} />}
    </div>
  )
}

const columns: readonly Column<Artifact>[] = [
  {
    id: 'filename',
    title: 'File',
    width: 'minmax(8rem, 2fr)',
    cell: ({ filename }) => <bdi className={cell.name}>{filename}</bdi>,
  },
  {
    id: 'type',
    title: 'Type',
    width: 'minmax(5rem, 1fr)',
    priority: 0,
    cell: ({ content_type: type }) => <span className={cell.quiet}>{type}</span>,
  },
  { id: 'size', title: 'Size', width: '5rem', align: 'end', cell: ({ size }) => formatBytes(size) },
  {
    id: 'created_at',
    title: 'Left',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 1,
    cell: ({ created_at: at }) => at && <Time at={at} as="ago" />,
  },
  actionsColumn(targetOf),
]

/** What pictures are shown as: nothing of them is run as an image. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml', 'image/avif'])

/** What is in a file, where that can be told, and the way to have it. */
function Preview({ artifact }: { artifact: Artifact }) {
  const { filename, size, content_type: type } = artifact
  const isShown = size <= MOST_SHOWN
  const file = useQuery({ ...artifactFile(artifact.id), enabled: isShown })
  return (
    <Place isPart scope="detail" of="artifact" target={targetOf(artifact)} className={css.shown}>
      <div className={css.tools}>
        <strong>
          <bdi>{filename}</bdi>
        </strong>
        <CommandButton call="artifact.download" label="Download" />
      </div>
      {!isShown && (
        <p className={css.none}>{`It has ${formatBytes(size)}, too much to be shown here. It can be downloaded.`}</p>
      )}
      {isShown && (
        <QueryState
          query={file}
          what="the file"
          as="part"
          gone={<p className={css.none}>The file is not kept: it has expired, or it is with an agent.</p>}
        >
          {(found) =>
            found && <Content id={artifact.id} name={filename} type={(type ?? '').toLowerCase()} file={found} />
          }
        </QueryState>
      )}
    </Place>
  )
}

type ContentProps = { id: string; name: string; type: string; file: Blob }

/** As long as it is shown: files are large, and never change. */
const kept = { gcTime: 0, staleTime: Infinity } as const

const Content = (props: ContentProps) =>
  pictures.has(props.type) ? <Picture {...props} /> : <TextContent {...props} />

/** As data, which is the only other place that pictures may come from. */
const dataOf = (type: string, file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')))
    reader.readAsDataURL(new Blob([file], { type }))
  })

function Picture({ id, name, type, file }: ContentProps) {
  const data = useQuery({ ...kept, queryKey: ['artifactPicture', id], queryFn: () => dataOf(type, file) })
  return (
    <QueryState query={data} what="the picture" as="part">
      {(address) => (
        <div className={css.preview}>
          <img className={css.image} src={address} alt={name} />
        </div>
      )}
    </QueryState>
  )
}

/** A text has no zero bytes; what has some cannot be shown as one. */
async function readText(file: Blob): Promise<string | null> {
  const text = await file.text()
  return text.slice(0, 4096).includes('\0') ? null : text
}

function TextContent({ id, name, type, file }: ContentProps) {
  const text = useQuery({ ...kept, queryKey: ['artifactText', id], queryFn: () => readText(file) })
  return (
    <QueryState
      query={text}
      what="the file"
      as="part"
      gone={<p className={css.none}>{`It is no text: ${formatCount(file.size, 'byte')}. It can be downloaded.`}</p>}
    >
      {(found) => <TextOf name={name} type={type} text={found ?? ''} />}
    </QueryState>
  )
}

function TextOf({ name, type, text }: { name: string; type: string; text: string }) {
  if (text === '') return <p className={css.none}>The file is empty.</p>
  const isProse = type.includes('markdown') || /\.(?:md|markdown|html?)$/i.test(name)
  if (isProse && text.length < 1024 * 1024)
    return (
      <div className={css.panel}>
        <Message text={text} />
      </div>
    )
  const [output] = outputsOf({ result: { content: text } }).outputs
  return output ? <OutputView of={name} stepId={name} output={output} /> : <OutputLines label={name} text={text} />
}
