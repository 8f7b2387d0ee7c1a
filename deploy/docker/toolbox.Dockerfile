# Operators' commands, run inside a cluster on demand: docker build -f deploy/docker/toolbox.Dockerfile .
ARG NODE_IMAGE=node:24-bookworm-slim

# What runs of these workspaces, by the lock file. Fetched again only when a description changes.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/server/package.json packages/server/
COPY packages/observability/package.json packages/observability/
COPY packages/stack/package.json packages/stack/
COPY packages/cli/package.json packages/cli/
# Demo data is for a system on one machine.
RUN npm pkg set --json workspaces='["packages/contracts","packages/server","packages/observability","packages/stack","packages/cli"]' \
    && npm pkg delete devDependencies optionalDependencies scripts \
    && npm pkg delete devDependencies --workspaces \
    && npm pkg delete dependencies.@qr-attendance/demo --workspace packages/cli
# Servers that start on one machine are optional packages.
RUN npm ci --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error

FROM packages AS assembled
COPY packages/contracts packages/contracts
COPY packages/server packages/server
COPY packages/observability packages/observability
COPY packages/stack packages/stack
COPY packages/cli packages/cli
RUN rm package-lock.json .npmrc node_modules/.package-lock.json \
    && mkdir bin && printf '#!/bin/sh\nexec node /app/packages/cli/src/commands/events.ts "$@"\n' > bin/events \
    && chmod 0755 bin/events

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="qr-attendance/toolbox" \
      org.opencontainers.image.description="QR Attendance System: commands of operators" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
ENV NODE_ENV=production \
    NODE_OPTIONS="--disable-warning=ExperimentalWarning" \
    PATH=/app/bin:$PATH
WORKDIR /app
COPY --from=assembled /app .
USER 10001:10001
CMD ["sleep", "3600"]
