# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# What builds the console; the runtime stage installs again without it.
RUN sh tools/ensure.sh serve --ignore-scripts && npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/ensure.sh tools/ensure.sh
COPY packages/contract packages/contract
COPY packages/llm packages/llm
COPY packages/ledger packages/ledger
COPY packages/testkit/package.json packages/testkit/package.json
COPY apps/server apps/server
COPY apps/console/package.json apps/console/package.json
COPY e2e/package.json e2e/package.json
COPY bench/package.json bench/package.json
# The image has its own Node: the one that npm brings is not needed.
RUN sh tools/ensure.sh serve --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node && npm cache clean --force
COPY --from=build /app/apps/console/dist apps/console/dist
RUN mkdir -p /app/data/task-files /app/data/work-files && chown -R node:node /app/data
USER node
VOLUME /app/data
EXPOSE 3000
# Open streams may finish: give the container as long to stop as the server takes at most (30 s).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
