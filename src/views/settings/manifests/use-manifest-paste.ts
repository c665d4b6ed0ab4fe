import { useEffect, useEffectEvent } from 'react'
import { callTo } from '@/commands/call-to'
import { isTypingIn } from '@/keymap/listen'
import { looksLikeManifest } from '@/lib/settings/manifest-text'
import { useConsole } from '../../shared/console'

/**
 * Opens the import with manifests that are pasted outside text fields, or whose files are dropped on the page.
 * @param isOn whether the page lists resources that have manifests
 */
export function useManifestPaste(isOn: boolean): void {
  const { perform } = useConsole()
  const open = useEffectEvent((text: string) => {
    void perform({ call: callTo('resource.import', { text }), origin: 'paste' }, [])
  })
  useEffect(() => {
    if (!isOn) return undefined
    function onPaste(event: ClipboardEvent) {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (isElsewhere(event) || !looksLikeManifest(text)) return
      event.preventDefault()
      open(text)
    }
    function onDrop(event: DragEvent) {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (isElsewhere(event) || files.length === 0) return
      event.preventDefault()
      void Promise.all(files.map((file) => file.text())).then((texts) => open(texts.join('\n---\n')))
    }
    // Without it, the browser opens a dropped file.
    function onDragOver(event: DragEvent) {
      if (event.dataTransfer?.types.includes('Files') && !isElsewhere(event)) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    document.addEventListener('drop', onDrop)
    document.addEventListener('dragover', onDragOver)
    return () => {
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('drop', onDrop)
      document.removeEventListener('dragover', onDragOver)
    }
  }, [isOn])
}

/** In a text field, an editor or a dialog. */
const isElsewhere = ({ target }: Event) =>
  target instanceof Element &&
  (isTypingIn(target) || target.closest('dialog, [role="dialog"], [role="alertdialog"]') !== null)
