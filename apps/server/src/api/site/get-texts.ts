import type { Handler } from '../call.ts'

export const getNotice: Handler<'getNotice'> = async (_input, { parts }) =>
  parts.snapshot.get().settings.Notice

export const getAbout: Handler<'getAbout'> = async (_input, { parts }) =>
  parts.snapshot.get().settings.About

export const getHomePage: Handler<'getHomePage'> = async (_input, { parts }) =>
  parts.snapshot.get().settings.HomePageContent
