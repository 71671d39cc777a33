//! The profile that is open, made of its parts: each gets here what it needs, and nothing else. A part
//! knows those made before it. Commands reach the parts through this; no part does.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use client::Base;
use contract::{DataSet, LocationKind, Profile, StocklistQuery};

use crate::{
    account::Account,
    background::blocking,
    channel::Channel,
    common::Common,
    directory::Directory,
    editor::{
        drawing::LineDrafts, editors::Editors, imports::Imports, learned::LearnedPairs,
        panel::LinePanel,
    },
    error::Error,
    imported::tables::ImportTables,
    lookups::{
        categories::Categories, found::Finder, locations::Locations, places::Places,
        products::Products, stocklists::Stocklists,
    },
    movements::{
        create::Creations, mirror::Movements, read::MovementReader, read_list::ListReader,
    },
    observed::{
        answers::Observed,
        extensions::Extensions,
        pages::{PickPages, SubstituteReader},
    },
    outbox::{
        keep::Operations,
        queue::Outbox,
        sending::{
            creation::CreationSender, delivery::Delivery, header::HeaderSender, lines::LineSender,
            sender::Sender, single::SingleSender, writes::Writes,
        },
        view::movements::MovementView,
    },
    picking::{
        open_walks::OpenWalks, pick_lists::PickLists, picked::Picking, site::SiteData, walks::Walks,
    },
    reviews::Reviews,
    service::calls::Service,
    session::identity::UserIdentity,
    store::{
        Store,
        load::{self, Saved},
        tables::{
            channel, editor,
            facts::{self, Facts},
            operations, pairs, review, site, walks,
        },
    },
};

/// Makes a part of those it needs, by their names; what it begins with by itself stands after them.
macro_rules! part {
    ($part:ident { $($needed:ident),* $(; $($own:ident),*)? }) => {
        Arc::new($part {
            $($needed: Arc::clone(&$needed),)*
            $($($own: Default::default(),)*)?
        })
    };
}

/// An open profile.
pub(crate) struct Workspace {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub directory: Arc<Directory>,
    pub movements: Arc<Movements>,
    pub list: Arc<ListReader>,
    pub reader: Arc<MovementReader>,
    pub stocklists: Arc<Stocklists>,
    pub products: Arc<Products>,
    pub locations: Arc<Locations>,
    pub categories: Arc<Categories>,
    pub places: Arc<Places>,
    pub observed: Arc<Observed>,
    pub extensions: Arc<Extensions>,
    pub pick_pages: Arc<PickPages>,
    pub finder: Arc<Finder>,
    pub identity: Arc<UserIdentity>,
    pub outbox: Arc<Outbox>,
    pub operations: Arc<Operations>,
    pub creations: Arc<Creations>,
    pub creation_sender: Arc<CreationSender>,
    pub sender: Arc<Sender>,
    pub editors: Arc<Editors>,
    pub view: Arc<MovementView>,
    pub open_walks: Arc<OpenWalks>,
    pub site: Arc<SiteData>,
    pub picking: Arc<Picking>,
    pub drafts: Arc<LineDrafts>,
    pub tables: Arc<ImportTables>,
    pub imports: Arc<Imports>,
    pub pairs: Arc<LearnedPairs>,
    pub panel: Arc<LinePanel>,
    pub walks: Arc<Walks>,
    pub pick_lists: Arc<PickLists>,
    pub channel: Arc<Channel>,
    pub reviews: Arc<Reviews>,
}

impl Workspace {
    /// Opens a profile's file and reads all of it into memory.
    ///
    /// # Errors
    /// If the file cannot be opened or read.
    pub(crate) async fn open(
        common: &Arc<Common>,
        profile: Profile,
        base: Base,
    ) -> Result<Arc<Self>, Error> {
        let (data, owner) = (common.data.clone(), profile.clone());
        let store = blocking(move || Store::open(&data, &owner)).await??;
        let content = store
            .read(|file| {
                let work = (operations::load(file)?, editor::load(file)?, walks::load(file)?);
                let site = (site::load(file)?, pairs::load(file)?);
                let told = (review::load(file)?, channel::load(file)?);
                Ok((load::all(file)?, work, facts::load(file)?, site, told))
            })
            .await;
        match content {
            Ok((saved, (waiting, sheets, walks), facts, (site, pairs), (reviewed, told))) => {
                let workspace = Self::new(common, profile, base, store, facts);
                workspace.outbox.restore(waiting);
                workspace.outbox.set_paused(workspace.account.facts().paused);
                workspace.editors.restore(sheets);
                workspace.open_walks.restore(walks);
                workspace.site.restore(site);
                workspace.pairs.restore(pairs);
                workspace.reviews.restore(reviewed);
                workspace.channel.restore(told);
                workspace.restore(saved);
                let workspace = Arc::new(workspace);
                workspace.sender.start_sender();
                workspace.reviews.start_sharing();
                Ok(workspace)
            }
            Err(fault) => {
                store.close().await;
                Err(fault.into())
            }
        }
    }

    fn new(
        common: &Arc<Common>,
        profile: Profile,
        base: Base,
        store: Arc<Store>,
        facts: Facts,
    ) -> Self {
        let account = Arc::new(Account::new(common, profile, base, store, facts));
        let outbox = Arc::new(Outbox::new(common.pace));
        let service = Arc::new(Service::new(&account, &outbox));
        let directory = Arc::<Directory>::default();
        let movements = Arc::new(Movements::new(&account, &directory, &outbox));
        let list = Arc::new(ListReader::new(&account, &service, &movements));
        let reader = Arc::new(MovementReader::new(&account, &service, &movements));
        let stocklists = Arc::new(Stocklists::new(&account, &service, &directory));
        let products = Arc::new(Products::new(&account, &service, &stocklists));
        let locations = Arc::new(Locations::new(&account, &service, &directory));
        let categories = Arc::new(Categories::new(&products));
        let places = part!(Places { directory, movements, stocklists, locations });
        let observed = Arc::new(Observed::new(&common.changes));
        let extensions = part!(Extensions { account, service, directory, movements, observed });
        let pick_pages = part!(PickPages { account, service, extensions, observed });
        let substitutes = part!(SubstituteReader { account, service, extensions, observed });
        let finder = part!(Finder { account, service, directory, extensions, observed, places });
        let operations = part!(Operations { account, service, outbox; taking_up });
        let creations = part!(Creations { account, outbox, movements, operations; gates });
        let writes = part!(Writes { service, reader, observed });
        let delivery = part!(Delivery { account, outbox, movements, reader, operations, writes });
        let creation_sender = part!(CreationSender {
            account,
            outbox,
            movements,
            list,
            reader,
            operations,
            creations,
            delivery
        });
        let headers = part!(HeaderSender { outbox, movements, reader, operations, delivery });
        let lines = part!(LineSender { outbox, movements, reader, operations, delivery });
        let singles = part!(SingleSender {
            account,
            outbox,
            movements,
            operations,
            extensions,
            pick_pages,
            categories,
            delivery
        });
        let sender = part!(Sender {
            account,
            service,
            outbox,
            delivery,
            creation_sender,
            headers,
            lines,
            singles
        });
        let editors = Arc::<Editors>::default();
        let view = part!(MovementView { directory, outbox, editors, movements; order, unread });
        let open_walks = Arc::<OpenWalks>::default();
        let site = part!(SiteData { account, products, locations, outbox; known });
        let picking =
            part!(Picking { account, outbox, movements, locations, pick_pages, open_walks, site });
        let drafts = part!(LineDrafts {
            account,
            outbox,
            directory,
            editors,
            movements,
            reader,
            products,
            operations,
            view,
            picking
        });
        let tables = Arc::<ImportTables>::default();
        let imports = part!(Imports { account, tables, drafts });
        let pairs = part!(LearnedPairs { account, movements, products; past, kept });
        let panel =
            part!(LinePanel { account, service, movements, products, substitutes, drafts, pairs });
        let identity = part!(UserIdentity { account, directory });
        let channel = part!(Channel { account, identity; known, alone, telling });
        let walks = part!(Walks {
            account, service, movements, reader, operations, drafts, locations, picking, open_walks, site, channel; alone, last
        });
        let pick_lists = part!(PickLists { account, tables, products, site, walks });
        let reviews = part!(Reviews {
            account, movements, outbox, editors, drafts, identity, channel, site, walks; kept, rows, unread, looked, walks_looked, seen, answered, groups, entries
        });
        Self {
            account,
            service,
            directory,
            movements,
            list,
            reader,
            stocklists,
            products,
            locations,
            categories,
            places,
            observed,
            extensions,
            pick_pages,
            finder,
            identity,
            outbox,
            operations,
            creations,
            creation_sender,
            sender,
            editors,
            view,
            open_walks,
            site,
            picking,
            drafts,
            tables,
            imports,
            pairs,
            panel,
            walks,
            pick_lists,
            channel,
            reviews,
        }
    }

    fn restore(&self, saved: Saved) {
        let age = |data_set: &DataSet| saved.ages.get(data_set).copied();
        self.movements.restore(saved.movements, age(&DataSet::Movements));
        self.directory.restore(saved.people, saved.places);
        self.categories.restore(saved.categories);
        if let Some(age) = age(&DataSet::Products) {
            self.products.restore(saved.products, age);
        }
        for (asked, stocklists) in saved.stocklists {
            let age = age(&DataSet::Stocklists(asked.clone()));
            self.stocklists.restore(asked, stocklists, age);
        }
        for ((kind, parent), locations) in saved.locations {
            let age = age(&match kind {
                LocationKind::Bins => DataSet::BinLocations(parent.clone()),
                LocationKind::Internal => DataSet::InternalLocations(parent.clone()),
            });
            self.locations.lists.restore((kind, parent), locations, age);
        }
    }

    /// Reads behind what people and places are harvested from, if it was never read.
    pub(crate) fn read_sources_behind(&self) {
        self.list.read_movements_behind();
        self.stocklists.read_stocklists_behind(&StocklistQuery::default());
    }

    /// When the newest saved data was read.
    pub(crate) fn saved_as_of(&self) -> Option<DateTime<Utc>> {
        let caches = [
            self.movements.list.newest(),
            self.stocklists.cache.newest(),
            self.products.cache.newest(),
            self.locations.lists.newest(),
        ];
        caches.into_iter().flatten().max()
    }

    /// Ends work behind and closes the file. The session is given up here, not in the service.
    pub(crate) async fn close(&self) {
        self.service.session.leave();
        self.account.background.end().await;
        self.account.store.close().await;
    }
}
