import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Artifact, artifactFile, MOST_DISPLAYED_BYTES } from '@/api/playbooks/run'
import { formatBytes, formatCount } from '@/shared/format'
import type { Target } from '@/lib/kinds'
import { readStepOutputs } from '@/lib/playbooks/step-output'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { Time } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { Place } from '../../shared/commands/place'
import { createActionsColumn } from '../../shared/list/actions-column'
import { Collection } from '../../shared/list/collection'
import { QueryState } from '../../shared/query/query-state'
import { FormattedText } from '@/views/shared/formatted-text'
import { useInnerView } from './inner-view'
import { OutputLines } from './output-lines'
import { OutputView } from './output-view'
import css from './run.module.css'

const toArtifactTarget = ({ id, filename }: Artifact): Target => ({ kind: 'artifact', id, label: filename })

/** The files that a step created, with a preview of the open one below the list. */
export function StepArtifacts({ of, artifacts }: { of: string; artifacts: readonly Artifact[] }) {
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
        targetOf={toArtifactTarget}
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

const columns: readonly GridColumn<Artifact>[] = [
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
    title: 'Created',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 1,
    cell: ({ created_at: at }) => at && <Time at={at} as="ago" />,
  },
  createActionsColumn(toArtifactTarget),
]

/** Content types shown as images. Scripts inside of images do not run. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml', 'image/avif'])

/** The content of a file if it can be shown, and its download. */
function Preview({ artifact }: { artifact: Artifact }) {
  const { filename, size, content_type: type } = artifact
  const isShown = size <= MOST_DISPLAYED_BYTES
  const file = useQuery({ ...artifactFile(artifact.id), enabled: isShown })
  return (
    <Place isPart scope="detail" of="artifact" target={toArtifactTarget(artifact)} className={css.shown}>
      <div className={css.tools}>
        <strong>
          <bdi>{filename}</bdi>
        </strong>
        <CommandButton call="artifact.download" label="Download" />
      </div>
      {!isShown && (
        <p className={css.none}>{`The file is too large to show (${formatBytes(size)}). Download it instead.`}</p>
      )}
      {isShown && (
        <QueryState
          query={file}
          what="the file"
          as="part"
          gone={<p className={css.none}>The file is not available: it has expired, or is stored on an agent.</p>}
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

/** Files are large and never change: they are cached only while they are shown. */
const cacheWhileShown = { gcTime: 0, staleTime: Infinity } as const

const Content = (props: ContentProps) =>
  imageTypes.has(props.type) ? <ImageContent {...props} /> : <TextContent {...props} />

/** Reads a file as a data URL, the only other source of images that the content security policy allows. */
const toDataUrl = (type: string, file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The image cannot be read')))
    reader.readAsDataURL(new Blob([file], { type }))
  })

function ImageContent({ id, name, type, file }: ContentProps) {
  const data = useQuery({ ...cacheWhileShown, queryKey: ['artifactPicture', id], queryFn: () => toDataUrl(type, file) })
  return (
    <QueryState query={data} what="the image" as="part">
      {(address) => (
        <div className={css.preview}>
          <img className={css.image} src={address} alt={name} />
        </div>
      )}
    </QueryState>
  )
}

/** Reads a file as text; null for a binary file, which contains zero bytes. */
async function readText(file: Blob): Promise<string | null> {
  const text = await file.text()
  return text.slice(0, 4096).includes('\0') ? null : text
}

function TextContent({ id, name, type, file }: ContentProps) {
  const text = useQuery({ ...cacheWhileShown, queryKey: ['artifactText', id], queryFn: () => readText(file) })
  return (
    <QueryState
      query={text}
      what="the file"
      as="part"
      gone={<p className={css.none}>{`Not a text file (${formatCount(file.size, 'byte')}). Download it instead.`}</p>}
    >
      {(found) => <TextBody name={name} type={type} text={found ?? ''} />}
    </QueryState>
  )
}

function TextBody({ name, type, text }: { name: string; type: string; text: string }) {
  if (text === '') return <p className={css.none}>The file is empty.</p>
  const isProse = type.includes('markdown') || /\.(?:md|markdown|html?)$/i.test(name)
  if (isProse && text.length < 1024 * 1024)
    return (
      <div className={css.panel}>
        <FormattedText text={text} />
      </div>
    )
  const [output] = readStepOutputs({ result: { content: text } }).outputs
  return output ? <OutputView of={name} stepId={name} output={output} /> : <OutputLines label={name} text={text} />
}
