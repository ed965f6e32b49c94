# Parley for servers. Build: docker build -t parley .   Run with its servers: docker compose up --build
FROM node:26-bookworm-slim AS build
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node node_modules/typescript/bin/tsc -p tsconfig.build.json && node build/build-assets.ts

# What Parley runs on: its dependencies, and the optional packages (servers, platforms, providers) that a clone has too.
FROM node:26-bookworm-slim AS modules
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
COPY build/optional-packages.mjs build/
RUN node build/optional-packages.mjs && npm install --omit=dev --ignore-scripts && npm cache clean --force

FROM node:26-bookworm-slim
ENV NODE_ENV=production PARLEY_HOST=0.0.0.0 PARLEY_DATA=/data PORT=3000
WORKDIR /parley
# For git repositories as sources.
RUN apt-get update && apt-get install -y --no-install-recommends git openssh-client ca-certificates \
  && rm -rf /var/lib/apt/lists/*
COPY --from=modules /parley/node_modules node_modules
COPY --from=build /parley/dist dist
COPY package.json LICENSE .env.example ./
COPY docs docs
# The command that messages and docs/ name: docker compose exec parley parley doctor
COPY cli/parley.cjs cli/run-command.cjs cli/
RUN chmod +x cli/parley.cjs && ln -s /parley/cli/parley.cjs /usr/local/bin/parley
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "dist/cli/main.js", "start"]
