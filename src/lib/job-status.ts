const tones: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  SUCCESS: 'good',
  RUNNING: 'warn',
  WARNING: 'warn',
  FAILED: 'bad',
  STOPPED: 'bad',
}

/** How the status of a job is drawn. */
export const toneOfJob = (status: string | null | undefined) => tones[status ?? ''] ?? 'plain'
