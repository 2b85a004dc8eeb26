# The production image: Debian, Node, the built product and the packages that it needs to run; nothing else.

# Add @sha256:<digest> where a registry is not to be trusted with the name alone.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json ./
COPY server server
COPY client client
# The documents that the client has pages of.
COPY README.md SECURITY.md ./
COPY docs docs
COPY simulator/README.md simulator/
RUN npm run build:product

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
# Optional packages are a Node and a Postgres for developers, and Google services that nothing here uses.
RUN npm ci --ignore-scripts --omit=dev --omit=optional
# The libraries of sharp are optional packages too, one for each platform: this is the one of the platform that builds.
COPY --from=build /app/node_modules/@img node_modules/@img

# What goes into the image: readable for every user, whatever the umask of the checkout, without what only debuggers and compilers read.
FROM base AS content
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist/server dist/server
COPY --from=build /app/dist/client dist/client
RUN find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete && chmod -R go=rX .

FROM base
LABEL org.opencontainers.image.title="Shingle" \
      org.opencontainers.image.description="A dashboard for local businesses: run your Google Business Profiles, correct what the public sees, schedule posts." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Each thread's own part of memory is hardly used, and never given back.
ENV MALLOC_ARENA_MAX=2
# The only place to write to, for the embedded database: mount a volume there. A new volume takes over its owner.
RUN install -d -o 65534 -g 65534 -m 0700 /data
COPY --from=content /app /app
# By number, so that a platform can see that it is not root.
USER 65534:65534
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/server/cli.js", "healthcheck"]
# Node itself and no shell: signals reach it. The operator's commands are other arguments: dist/server/cli.js stuck-posts
ENTRYPOINT ["node"]
# Where there is much memory, Node lets young objects take 130 MB, and garbage grow to three times of what lives. Beside
# the heap, which is seldom full, photos take up to 420 MB: 290 MB to decode them, 130 MB for those that arrive or wait.
CMD ["--max-semi-space-size=8", "--max-old-space-size=640", "dist/server/main.js"]
