/*
 * Of charging, codec, gateway, domain/kept-answers and upstream in apps/server/src: who reads JSON, and why it never holds the event loop up. Adding a
 * file is a reviewed decision.
 */

/** Called by the threads for bodies, and on the loop for 256 KiB at most: only they and each other import these. */
export const readInThreads: readonly string[] = [
  'codec/answer/with-usage.ts',
  'domain/kept-answers/begun.ts',
  'domain/kept-answers/changed-fields.ts',
  'codec/request/conversation-asked.ts',
  'domain/kept-answers/described.ts',
  'domain/kept-answers/input-page.ts',
  'domain/kept-answers/keepable.ts',
  'domain/kept-answers/kept-json.ts',
  'codec/request/make-turn.ts',
  'domain/kept-answers/named-items.ts',
  'domain/kept-answers/object-text.ts',
  'domain/kept-answers/recorded.ts',
  'domain/kept-answers/said.ts',
  'codec/request/read-body.ts',
  'upstream/count-question.ts',
  'codec/request/edits/client-bytes.ts',
  'codec/request/prepare-body.ts',
  'codec/request/prepare-piece.ts',
  'codec/request/prepare-speech.ts',
  'codec/request/prepare-transcript.ts',
  'codec/request/edits/returned-reasoning.ts',
  'codec/request/edits/supplier-quirks.ts',
]

/** On the loop, and what bounds it. */
export const boundedReading: Readonly<Record<string, string>> = {
  'gateway/task-calls/videos/read-video.ts': 'a request of 256 KiB at most',
  'gateway/task-calls/read-fields.ts':
    'fields of 256 KiB, or pictures as text, which are read as fast as they are copied: 8 MiB at most',
  'charging/delivered-content.ts': 'text that is counted, 512 Ki characters at most',
  'codec/answer/frame-jobs/call-frames.ts':
    'one frame of a stream, which has calls; large ones are read in threads',
  'codec/answer/frame-jobs/call-names.ts':
    'one frame of a stream, which names a call; large ones are read in threads',
  'codec/answer/cost-frames.ts':
    'one frame of a stream, which has usage; large ones are read in threads',
  'codec/answer/flows/speech-flow.ts':
    'one frame of speech; suppliers that have no events give at most some minutes of it at once',
  'codec/answer/flows/picture-flow.ts':
    'one picture, or those of an answer: some megabytes, ten pictures at most',
  'codec/answer/flows/transcript-flow.ts':
    'one event of a transcript, or a transcript: the text of some hours at most',
  'upstream/transport/form-body.ts': 'the fields of a form, 1 MiB each at most',
  'codec/answer/untranslated.ts':
    'one frame of a stream; large ones and whole answers are read in threads',
  'codec/answer/scan/scan.ts':
    'the end of a long answer, 64 KiB; whole answers are read in threads',
  'codec/answer/frame-jobs/usage-frame.ts':
    'one frame of a stream, which has usage; large ones are read in threads',
  'domain/kept-answers/conversation-store.ts': 'metadata: 16 pairs of at most 576 characters',
  'codec/reasoning/conversation-digests.ts':
    'the arguments of an answer’s calls, 256 Ki characters; those of large requests are read in threads',
  'codec/reasoning/signature-store.ts': 'a thought, whose length is bounded when it is kept',
  'gateway/addresses/openai-errors.ts': 'a refusal of ours',
  'upstream/balance/ask-balance.ts': 'a balance, 64 KiB at most',
  'codec/request/edits/body-edit.ts': 'the name of a member',
  'upstream/count-tokens.ts': 'a count, 64 KiB at most',
  'upstream/keys/exchanged-key.ts': 'an access token, 64 KiB at most',
  'upstream/cut-message.ts': 'the beginning of a message, 4 096 characters',
  'upstream/list-models.ts': 'the models of a supplier that an operator asks for, 8 MiB at most',
  'codec/request/edits/output-limits.ts': 'a parameter of a channel, which an operator has set',
  'upstream/transport/sandbox-transport.ts': 'a header',
  'channel-tests/test-channel.ts': 'a probe of ours, and its answer, 1 MiB at most',
}
