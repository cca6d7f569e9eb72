import { useEffect, useRef, useState } from 'react'
import { randomId } from '../../../lib/random-id.ts'
import type { StudioFile } from '../frame/studio.ts'
import { samplesPerSecond, wavOf } from './wav.ts'

type Fault = 'insecure' | 'refused' | 'noMicrophone' | 'noRecording'

type Options = { readonly bytesMost: number; readonly onFile: (file: StudioFile) => void }

/** What browsers record. */
const types = ['audio/webm', 'audio/mp4', 'audio/ogg'] as const
const pieceMs = 1_000
/** 16 bits of one channel. */
const bytesPerSecond = samplesPerSecond * 2

export function useRecorder({ bytesMost, onFile }: Options) {
  const [state, setState] = useState<'idle' | 'asking' | 'recording'>('idle')
  const [seconds, setSeconds] = useState(0)
  const [fault, setFault] = useState<Fault | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const isGone = useRef(false)
  // The form may have changed while something was recorded.
  const give = useRef(onFile)
  useEffect(() => {
    give.current = onFile
  })
  useEffect(() => {
    isGone.current = false
    return () => {
      // What was recorded until then is kept.
      isGone.current = true
      if (recorder.current?.state === 'recording') recorder.current.stop()
    }
  }, [])
  const start = async (): Promise<void> => {
    setFault(null)
    setSeconds(0)
    if (!canRecord()) return setFault('insecure')
    setState('asking')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (isGone.current) return release(stream)
      const secondsMost = bytesMost / bytesPerSecond - 5
      recorder.current = record(stream, { secondsMost, onSeconds: setSeconds }, (file) => {
        setState('idle')
        if (file === null) setFault('noRecording')
        else give.current(file)
      })
      setState('recording')
    } catch (error) {
      setFault(faultOf(error))
      setState('idle')
    }
  }
  return { state, seconds, fault, start, stop: () => recorder.current?.stop() }
}

/** Browsers hide the microphone from pages that come without TLS. */
const canRecord = (): boolean =>
  'mediaDevices' in navigator && typeof globalThis.MediaRecorder === 'function'

function faultOf(error: unknown): Fault {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' ? 'noMicrophone' : 'noRecording'
}

const release = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

type Recording = { readonly secondsMost: number; readonly onSeconds: (seconds: number) => void }

/** Null: nothing was heard. */
function record(
  stream: MediaStream,
  { secondsMost, onSeconds }: Recording,
  onEnd: (file: StudioFile | null) => void,
): MediaRecorder {
  const type = types.find((one) => MediaRecorder.isTypeSupported(one)) ?? types[0]
  const begun = Date.now()
  const pieces: Blob[] = []
  const recorder = new MediaRecorder(stream, { mimeType: type })
  recorder.addEventListener('dataavailable', ({ data }) => {
    pieces.push(data)
    const seconds = (Date.now() - begun) / 1_000
    onSeconds(seconds)
    if (seconds >= secondsMost && recorder.state === 'recording') recorder.stop()
  })
  recorder.addEventListener('stop', () => {
    release(stream)
    const name = `recording-${stamp(new Date(begun))}.wav`
    wavOf(new Blob(pieces, { type })).then(
      (blob) => onEnd({ id: randomId(), field: 'file', name, blob }),
      () => onEnd(null),
    )
  })
  recorder.start(pieceMs)
  return recorder
}

/** `20261126-150405` */
function stamp(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('')
  return `${day}-${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join('')}`
}
